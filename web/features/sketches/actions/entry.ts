import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'

export type EntryDialogProps = { sketch: ShownSketch; onClose: () => void }

/** A row of the menu of a sketch: it does something at once, leads somewhere, or opens a dialog. */
export type Entry = {
  label: string
  icon: LucideIcon
  danger?: boolean
  isFor: (sketch: ShownSketch, user: CurrentUser | null) => boolean
} & (
  | { act: (sketch: ShownSketch) => void }
  | { to: (sketch: ShownSketch) => string }
  /** Loaded when it is first opened; only members are shown it, others are asked to log in. */
  | { Dialog: ComponentType<EntryDialogProps> }
)
