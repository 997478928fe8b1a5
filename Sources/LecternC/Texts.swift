// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternPublication

@_cdecl("lectern_text_tokenize") @implementation
public func lectern_text_tokenize(
    _ text: Text!, _ options: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let text = try Input.text(text, "text")
        try TokenOptions(optional: Input.optionalJSON(options, "options")).write(rangesOf: text, to: &json)
    }
}
