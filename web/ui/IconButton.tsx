import { Check, type LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './IconButton.module.css'
import { Ring } from './Spinner.tsx'
import { tooltipClass, tooltipProps } from './tooltip.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-pressed' | 'aria-busy' | 'children'> & {
  'aria-label': string
  icon: LucideIcon
  iconSize?: 16 | 20 | 24
  bordered?: boolean
  /** Makes it a toggle. */
  pressed?: boolean
  /** Icon while pressed, a check by default; `filled` fills the icon (hearts and stars only). */
  pressedIcon?: LucideIcon | 'filled'
  busy?: boolean
  /** Looks disabled and ignores clicks, but keeps the focus. For buttons that can become so while they have it. */
  unavailable?: boolean
}

/** Button of 44 x 44 px with one icon; its label is also its tooltip. */
export function IconButton({
  icon,
  iconSize = 20,
  bordered,
  pressed,
  pressedIcon = Check,
  busy = false,
  unavailable = false,
  className,
  onClick,
  onMouseEnter,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const shown = pressed && pressedIcon !== 'filled' ? pressedIcon : icon
  const tip = tooltipProps(rest['aria-label'])
  const enter = (event: MouseEvent<HTMLButtonElement>) => {
    tip.onMouseEnter(event)
    onMouseEnter?.(event)
  }
  return (
    <button
      {...rest}
      {...tip}
      type={type}
      className={classes(
        tooltipClass,
        styles.iconButton,
        bordered && styles.bordered,
        unavailable && styles.unavailable,
        className,
      )}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      aria-disabled={busy || unavailable || rest['aria-disabled']}
      onMouseEnter={enter}
      onClick={busy || unavailable ? (event) => event.preventDefault() : onClick}
    >
      {busy ? (
        <Ring size={16} inherit />
      ) : (
        <Icon of={shown} size={iconSize} filled={pressed && pressedIcon === 'filled'} />
      )}
    </button>
  )
}
