import { Trophy } from 'lucide-react'
import type { CompoItem } from '../../../contract/http/compo-item.ts'
import { entryCountText } from '../../lib/format.ts'
import { stateText } from '../../lib/messages/compo-state.ts'
import { CoverCard, coverListClass, PlaceholderCards } from '../albums/CoverCard.tsx'

type CompoCardsProps = {
  /** Accessible name. */
  label: string
  compos: readonly CompoItem[]
  isLoading: boolean
}

/** Compos as cards: thumbnail, title, state with its deadline, number of entries and group. */
export function CompoCards({ label, compos, isLoading }: CompoCardsProps) {
  return (
    <ul className={coverListClass} aria-label={label}>
      {compos.map((compo) => (
        <CoverCard
          key={compo.id}
          to={`/compo/${compo.id}`}
          thumbnail={compo.thumbnail}
          icon={Trophy}
          title={compo.title}
          facts={<Facts compo={compo} />}
        />
      ))}
      {isLoading && <PlaceholderCards />}
    </ul>
  )
}

function Facts({ compo }: { compo: CompoItem }) {
  return (
    <>
      {stateText(compo, Date.now())}
      <br />
      {entryCountText(compo.entries)}
      {compo.group && (
        <>
          <br />
          {compo.group.title}
        </>
      )}
    </>
  )
}
