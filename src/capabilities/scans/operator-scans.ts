import type { ScanProfile } from "../../core/scan-checks.ts";
import type { HostName } from "../../outbound/guarded/host-name.ts";
import type { ScanProgress } from "../../scanner/collect/collect.ts";
import type { Observation } from "../../scanner/observation.ts";

/** The domain scan on the operator's own machine. */
export interface OperatorScans {
  /** Looks at a domain here and keeps nothing. */
  look(target: HostName, profile: ScanProfile, onProgress?: (progress: ScanProgress) => void): Promise<Observation>;
  /** Runs a scan of an organization here, unless somebody else does. */
  runNow(scanId: string): Promise<void>;
}
