/** So often the clock of the database is asked. */
const ASK_MS = 60_000;

/**
 * The clock that all instances agree on, so that one whose own clock is wrong takes no lease too early. The database is
 * asked once a minute; in between the own clock goes on from there.
 * @param shared the clock of the database, milliseconds since 1970.
 * @param own the clock of this machine.
 */
export function createJobClock(shared: () => Promise<number>, own: () => number) {
  let ahead = 0;
  let askedAt: number | undefined;
  return {
    /** The time as far as known. */
    now: () => own() + ahead,
    /** Asks where it is due. @throws StateError */
    adjust: async (): Promise<void> => {
      if (askedAt !== undefined && Math.abs(own() - askedAt) < ASK_MS) return;
      ahead = (await shared()) - own();
      askedAt = own();
    },
  };
}
