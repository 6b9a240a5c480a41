import { Check, type LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import styles from './Button.module.css'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { Link, type LinkProps } from './Link.tsx'
import { Ring } from './Spinner.tsx'

export type ButtonStyle = {
  variant?: 'normal' | 'primary' | 'danger'
  icon?: LucideIcon
  wide?: boolean
}

type ButtonProps = Omit<ComponentProps<'button'>, 'aria-pressed' | 'aria-busy'> &
  ButtonStyle & {
    /** Makes it a toggle. */
    pressed?: boolean
    /** Icon while pressed, a check by default; `filled` fills the icon (hearts and stars only). */
    pressedIcon?: LucideIcon | 'filled'
    /** Shows a spinner before the label and ignores clicks. */
    busy?: boolean
    /** Looks disabled and ignores clicks, but keeps the focus. For buttons that can become so while they have it. */
    unavailable?: boolean
  }

/** Class for other elements that look like a button. */
export function buttonClass({ variant = 'normal', wide }: ButtonStyle, className?: string): string {
  return classes(
    styles.button,
    variant === 'primary' && styles.primary,
    variant === 'danger' && styles.danger,
    wide && styles.wide,
    className,
  )
}

function preventClick(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Button 44 px high. Use one primary per view, and danger only inside a confirmation. */
export function Button({
  variant,
  icon,
  wide,
  pressed,
  pressedIcon = Check,
  busy = false,
  unavailable = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const filled = pressed && pressedIcon === 'filled'
  const shown = pressed && pressedIcon !== 'filled' ? pressedIcon : icon
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, wide }, classes(unavailable && !busy && styles.unavailable, className))}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      aria-disabled={busy || unavailable || rest['aria-disabled']}
      onClick={busy || unavailable ? preventClick : onClick}
    >
      {busy ? <Ring size={16} inherit /> : shown && <Icon of={shown} size={16} filled={filled} />}
      {children}
    </button>
  )
}

type ButtonLinkProps = ButtonStyle &
  (({ href?: never } & LinkProps) | ({ to?: never; href: string } & Omit<ComponentProps<'a'>, 'href'>))

/** Link that looks like a button: `to` stays in the app, `href` loads a page. */
export function ButtonLink({ variant, icon, wide, className, children, ...rest }: ButtonLinkProps) {
  const buttonClassName = buttonClass({ variant, wide }, className)
  const content = (
    <>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </>
  )
  return rest.to === undefined ? (
    <a {...rest} className={buttonClassName}>
      {content}
    </a>
  ) : (
    <Link {...rest} className={buttonClassName}>
      {content}
    </Link>
  )
}
