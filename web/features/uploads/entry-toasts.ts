import type { ErrorCode } from '../../../contract/errors.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { entryFailureOfCode } from '../../lib/messages/entry-failures.ts'
import { toast } from '../../lib/toast.ts'
import type { Chosen } from '../entries/EntryField.tsx'

/** A posted sketch and the compo that it should enter. `failure` is set if it did not. */
export type CompoEntry = { compo: Chosen<string>; sketchId: number; failure: ErrorCode | undefined }

/**
 * Shows one toast for all sketches that entered compos, and one for each reason why sketches did not enter a compo or a
 * challenge [1 §8].
 */
export function toastEntries(entries: readonly CompoEntry[], challengeFailures: readonly ErrorCode[]): void {
  const titles = new Map(entries.flatMap(({ compo, failure }) => (failure ? [] : [[compo.id, compo.title]])))
  const [only] = titles.values()
  if (only !== undefined)
    toast(titles.size > 1 ? compoMessages.enteredInSeveral(titles.size) : compoMessages.entered(only))
  const failures = new Set([...challengeFailures, ...entries.flatMap(({ failure }) => failure ?? [])])
  for (const failure of failures) toast(entryFailureOfCode(failure), { kind: 'error' })
}
