// The pure result of planning a mutation.
import { z } from 'zod';

/** One file of an edit set as the planner made it; `null` text means the file does not exist on that side. */
export interface PlannedEdit {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** One file of an edit set as the journal records it: content is in the blob store under these hashes. */
export const RecordedEdit = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type RecordedEdit = z.infer<typeof RecordedEdit>;
