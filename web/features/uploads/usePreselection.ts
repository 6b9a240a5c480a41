import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { idText } from '../../../contract/http/common.ts'
import { compoKey } from '../../../contract/http/compo-item.ts'
import { challengeQuery } from '../challenges/queries.ts'
import { compoQuery } from '../compos/queries.ts'
import type { Chosen } from '../entries/EntryField.tsx'
import type { SketchText, UploadEntry } from './upload-queue.ts'

export type Preselection = {
  challenge: Chosen<number> | null
  /** `entriesLeft` is the number of sketches that the member may still enter. */
  compo: (Chosen<string> & { entriesLeft: number }) | null
  /** The compo in the address, if it takes no entries from the member now. */
  refusingCompo: Chosen<string> | null
  /** Kinds of things in the address that were not found. */
  missing: ('challenge' | 'compo')[]
}

/** Returns the challenge and the compo that the address names, which new pictures enter; undefined while they load. */
export function usePreselection(): Preselection | undefined {
  const [params] = useSearchParams()
  const challengeId = idText.safeParse(params.get('challenge')).data
  const key = compoKey.safeParse(params.get('compo')).data
  const challenge = useQuery({ ...challengeQuery(challengeId ?? 0), enabled: challengeId !== undefined })
  const compo = useQuery({ ...compoQuery(key ?? ''), enabled: key !== undefined })
  if (challenge.isLoading || compo.isLoading) return undefined
  const { id = '', title = '', canEnter = false } = compo.data ?? {}
  return {
    refusingCompo: compo.data && !canEnter ? { id, title } : null,
    missing: [
      ...(params.has('challenge') && !challenge.data ? (['challenge'] as const) : []),
      ...(params.has('compo') && !compo.data ? (['compo'] as const) : []),
    ],
    challenge: challenge.data ? { id: challenge.data.id, title: challenge.data.title } : null,
    compo: compo.data?.canEnter
      ? {
          id: compo.data.id,
          title: compo.data.title,
          entriesLeft: compo.data.entriesPerMember - compo.data.own.length,
        }
      : null,
  }
}

/**
 * Returns the preselected choices for a number of new pictures. Pictures above the limit of the compo do not enter it.
 */
export function preselectedTexts(
  { challenge, compo }: Pick<Preselection, 'challenge' | 'compo'>,
  entries: readonly UploadEntry[],
  count: number,
): Pick<SketchText, 'challenge' | 'compo'>[] {
  const chosen = entries.filter(({ text }) => text.compo?.id === compo?.id).length
  return Array.from({ length: count }, (_, index) => ({
    ...(challenge && { challenge }),
    ...(compo && index + chosen < compo.entriesLeft && { compo: { id: compo.id, title: compo.title } }),
  }))
}
