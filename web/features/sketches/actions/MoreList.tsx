import type { RefObject } from 'react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { Floating } from '../../../ui/Floating.tsx'
import { MenuList } from '../../../ui/MenuList.tsx'
import type { Entry } from './entry.ts'

type MoreListProps = {
  trigger: RefObject<HTMLButtonElement | null>
  sketch: ShownSketch
  entries: readonly Entry[]
  onChoose: (entry: Entry) => void
  onClose: () => void
}

/** The menu of a sketch, open for as long as it is rendered. */
export function MoreList({ trigger, sketch, entries, onChoose, onClose }: MoreListProps) {
  return (
    <Floating isOpen triggerRef={trigger} placement="bottom end" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuList
        label="More actions"
        autoFocus
        items={entries.map((entry) => ({
          label: entry.label,
          icon: entry.icon,
          danger: entry.danger,
          to: 'to' in entry ? entry.to(sketch) : undefined,
          onAction: () => onChoose(entry),
        }))}
      />
    </Floating>
  )
}
