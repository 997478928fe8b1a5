// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternNavigator

@_cdecl("lectern_voices_select") @implementation
public func lectern_voices_select(
    _ voices: Text!, _ options: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let voices = try VoiceList(Input.json(voices, "voices"))
        let options = try Input.optionalJSON(options, "options").map { json throws(Failure) in try VoiceOptions(json) }
        voices.write(options ?? VoiceOptions(), to: &json)
    }
}
