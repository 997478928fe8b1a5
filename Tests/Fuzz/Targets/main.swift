// SPDX-License-Identifier: BSD-3-Clause
import Glibc

/// `FuzzTargets FILE… TARGET` runs the target once for each file.  Built with `-D FUZZER` (scripts/fuzz_targets.sh),
/// the arguments before the target are those of libFuzzer, ending with `-ignore_remaining_args=1`.
guard let target = chosenTarget else {
    print("usage: FuzzTargets FILE… \(targets.keys.sorted().joined(separator: "|"))")
    exit(2)
}

#if FUZZER
    @_silgen_name("LLVMFuzzerRunDriver")
    func runDriver(
        _ count: UnsafeMutablePointer<Int32>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
        _ body: @convention(c) (UnsafeRawPointer?, Int) -> Int32
    ) -> Int32

    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
        runDriver(&count, &arguments) { bytes, count in
            chosenTarget?(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        })
#else
    for path in CommandLine.arguments.dropFirst().dropLast() {
        guard let file = fopen(path, "rb") else {
            print("\(path) cannot be read.")
            exit(2)
        }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        fclose(file)
        bytes.withUnsafeBytes(target)
    }
#endif
