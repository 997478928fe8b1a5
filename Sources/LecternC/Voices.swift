// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternNavigator

@_cdecl("lectern_voices_filter") @implementation
public func lectern_voices_filter(
    _ voices: Text!, _ language: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let voices = try VoiceList(Input.json(voices, "voices"))
        try voices.write(speaking: Input.text(language, "language"), to: &json)
    }
}

@_cdecl("lectern_voices_sort") @implementation
public func lectern_voices_sort(
    _ voices: Text!, _ options: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let voices = try VoiceList(Input.json(voices, "voices"))
        try voices.write(sortedBy: Input.optionalJSON(options, "options").map(VoiceOrderOptions.init), to: &json)
    }
}
