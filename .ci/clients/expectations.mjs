// What the checkers that run in Node compare, and how they end.

const failures = [];

/** Compares, and goes on to the next question whatever comes out. */
export function expect(what, actual, wanted) {
  if (JSON.stringify(actual) === JSON.stringify(wanted)) {
    console.log(`ok    ${what}`);
  } else {
    failures.push(what);
    console.log(`WRONG ${what}\n      wanted  ${JSON.stringify(wanted)}\n      but got ${JSON.stringify(actual)}`);
  }
}

/** As `expect`, for what is a condition rather than a value. */
export function expectTrue(what, holds, evidence) {
  expect(what, holds ? true : (evidence ?? false), true);
}

/** Runs the checks to their end, and sets the exit code. */
export async function finish(client, checks) {
  try {
    await checks();
  } catch (error) {
    failures.push(`stopped half-way: ${error.stack}`);
  }
  if (failures.length > 0) {
    console.error(`${client}: ${failures.length} answers were not as they should be:`);
    for (const failure of failures) console.error(`  ${failure}`);
    process.exitCode = 1;
  } else {
    console.log(`${client}: every answer was as it should be`);
  }
}
