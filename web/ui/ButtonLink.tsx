import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Link, type LinkProps } from './Link.tsx'

type ButtonLinkProps = ButtonLook &
  (({ href?: never } & LinkProps) | ({ to?: never; href: string } & Omit<ComponentProps<'a'>, 'href'>))

/** A link that looks like a button: `to` stays in the app, `href` leaves it or loads a page anew. */
export function ButtonLink({ variant, icon, wide, className, children, ...rest }: ButtonLinkProps) {
  const look = buttonClass({ variant, wide }, className)
  const content = (
    <>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </>
  )
  return rest.to === undefined ? (
    <a {...rest} className={look}>
      {content}
    </a>
  ) : (
    <Link {...rest} className={look}>
      {content}
    </Link>
  )
}
