import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { toast } from '../../../lib/toast.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { tooltipClass, tooltipProps } from '../../../ui/tooltip.ts'
import styles from './ActionBar.module.css'

type ActionButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'type'> & {
  icon: LucideIcon
  /** For given hearts. */
  filled?: boolean
  /** The word, and the smaller text below. */
  name: string
  detail: string
  /** Disables the action. Shown with the mouse, on a press, and to screen readers. */
  disabledReason?: string
}

export function ActionButton({ icon, filled, name, detail, disabledReason, ...rest }: ActionButtonProps) {
  const disabled = disabledReason && {
    ...tooltipProps(disabledReason),
    'aria-disabled': true,
    'aria-description': disabledReason,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      // The tooltip would say the same.
      if (currentTarget.matches(':hover')) currentTarget.dataset.tipHidden = ''
      toast(disabledReason, { kind: 'plain' })
    },
  }
  return (
    <button {...rest} {...disabled} type="button" className={classes(styles.action, disabledReason && tooltipClass)}>
      <Icon of={icon} filled={filled} />
      <b>{name}</b>
      <span>{detail}</span>
    </button>
  )
}
