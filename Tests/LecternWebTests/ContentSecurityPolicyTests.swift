// SPDX-License-Identifier: BSD-3-Clause

import LecternWeb
import Testing

@Suite struct ContentSecurityPolicyTests {
    @Test func nothingRunsAndNothingComesFromOutside() {
        #expect(
            ContentSecurityPolicy().text
                == "default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline' data:; "
                + "img-src 'self' data: blob:; "
                + "font-src 'self' data:; media-src 'self' data:; frame-src 'self'; object-src 'none'; "
                + "connect-src 'none'; "
                + "form-action 'none'; base-uri 'none'")
    }

    @Test func remoteResourcesAreAnOption() {
        var policy = ContentSecurityPolicy()
        policy.allowsRemote = true
        #expect(policy.text.contains("img-src 'self' data: blob: https: http:"))
        #expect(policy.text.contains("connect-src 'none'") && policy.text.contains("script-src 'none'"))
    }
}
