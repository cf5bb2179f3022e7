// Comparisons that are reported one by one, and go on after a failure.

const failures = [];

export function expect(what, actual, expected) {
  if (JSON.stringify(actual) === JSON.stringify(expected)) {
    console.log(`ok    ${what}`);
  } else {
    failures.push(what);
    console.log(`WRONG ${what}\n      expected ${JSON.stringify(expected)}\n      but got  ${JSON.stringify(actual)}`);
  }
}

/** Like `expect`, for a condition; `evidence` is printed if it does not hold. */
export function expectTrue(what, holds, evidence) {
  expect(what, holds ? true : (evidence ?? false), true);
}

/** Runs the checks, and sets the exit code. */
export async function finish(name, checks) {
  try {
    await checks();
  } catch (error) {
    failures.push(`stopped by ${error.stack}`);
  }
  if (failures.length > 0) {
    console.error(`${name}: ${failures.length} failures:`);
    for (const failure of failures) console.error(`  ${failure}`);
    process.exitCode = 1;
  } else {
    console.log(`${name}: no failures`);
  }
}
