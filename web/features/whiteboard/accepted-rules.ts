import { readStored, writeStored } from '../../lib/local-storage.ts'

const ACCEPTED_ON = 'whiteboard-promise'

/** The day in the member's time zone, "2026-11-23". */
const today = () => new Date().toLocaleDateString('sv-SE')

/** True when the board's rules were accepted in this browser today. */
export const hasAcceptedRulesToday = () => readStored(ACCEPTED_ON) === today()

export function rememberAcceptedRules(): void {
  writeStored(ACCEPTED_ON, today())
}
