// The same with a hundred thousand calls of each CLI.
process.env['HOOK_FUZZ_RUNS'] ??= '100000';
await import('./fuzz.test.js');
