import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { synthesizeMessages } from '../../lib/messages/synthesize.ts'

/** Notices of sketches that staff did not hide. */
const HARMLESS: readonly ShownSketch['notice'][] = [null, 'mature', 'unlisted']

/** Says why a member cannot make textures from a sketch; null if they can: patrons can, from their own ones [1 §6]. */
export function synthesisRefusal(
  { userId, notice }: Pick<ShownSketch, 'userId' | 'notice'>,
  { id, flags }: Pick<CurrentUser, 'id' | 'flags'>,
): string | null {
  if (userId !== id) return synthesizeMessages.ownOnly
  if (!flags.includes('p')) return synthesizeMessages.forPatrons
  return HARMLESS.includes(notice) ? null : synthesizeMessages.hidden
}
