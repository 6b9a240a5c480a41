import { Ellipsis } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { useRequireLogin, useUser } from '../../../lib/session.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import styles from './ActionBar.module.css'
import { ActionButton } from './ActionButton.tsx'
import { entries } from './entries.ts'
import type { Entry } from './entry.ts'

const loadList = () => import('./MoreList.tsx')
const MoreList = lazyPart(async () => ({ default: (await loadList()).MoreList }))

/** The three dots, the menu under them, which loads when it is reached for, and the dialog that it opened. */
export function MoreAction({ sketch }: { sketch: ShownSketch }) {
  const user = useUser() ?? null
  const [isOpen, setOpen] = useState(false)
  const [opened, setOpened] = useState<Entry>()
  const trigger = useRef<HTMLButtonElement>(null)
  const forMembers = useRequireLogin()
  // The row that a dialog was opened from is gone by then, so the dialog cannot give the focus back itself.
  useEffect(() => opened && (() => trigger.current?.focus()), [opened])
  const choose = (entry: Entry) => {
    setOpen(false)
    if ('act' in entry) entry.act(sketch)
    if ('Dialog' in entry) forMembers(() => setOpened(entry))
  }
  const Dialog = opened && 'Dialog' in opened ? opened.Dialog : undefined
  return (
    <span className={styles.more}>
      <ActionButton
        ref={trigger}
        icon={Ellipsis}
        name="More"
        detail="Report"
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={loadList}
        onFocus={loadList}
        onClick={() => setOpen(true)}
      />
      <Suspense>
        {isOpen && (
          <MoreList
            trigger={trigger}
            sketch={sketch}
            entries={entries.filter((entry) => entry.isFor(sketch, user))}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        )}
        {Dialog && <Dialog sketch={sketch} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </span>
  )
}
