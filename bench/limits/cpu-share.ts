import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A group is given its share anew every so many microseconds: short, so that a call waits for no long pause. */
const PERIOD_US = 10_000;

/** Where the kernel lets a program limit the processor time of another one; the second generation of it, then the first. */
const ROOTS = [
  { folder: "/sys/fs/cgroup", has: "cgroup.subtree_control" },
  { folder: "/sys/fs/cgroup/cpu", has: "cpu.cfs_quota_us" },
];

/**
 * Gives a process so much of one core and no more, by a control group of its own.
 * @param share of a core, such as 0.25
 * @returns takes the limit away once the process has ended; `undefined` where this system or its rights do not allow it
 */
export function limitCpu(pid: number, share: number): (() => void) | undefined {
  const root = ROOTS.find(({ folder, has }) => existsSync(join(folder, has)));
  if (root === undefined) return undefined;
  const group = join(root.folder, `dosah-bench-${pid}`);
  const quota = Math.round(PERIOD_US * share);
  try {
    if (root.has === "cgroup.subtree_control") {
      const enabled = join(root.folder, "cgroup.subtree_control");
      if (!readFileSync(enabled, "utf8").split(/\s/).includes("cpu")) writeFileSync(enabled, "+cpu");
      mkdirSync(group);
      writeFileSync(join(group, "cpu.max"), `${quota} ${PERIOD_US}`);
    } else {
      mkdirSync(group);
      writeFileSync(join(group, "cpu.cfs_period_us"), String(PERIOD_US));
      writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
    }
    writeFileSync(join(group, "cgroup.procs"), String(pid));
  } catch {
    return undefined;
  }
  return () => rmdirSync(group);
}
