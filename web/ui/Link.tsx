import type { ComponentProps } from 'react'
import { type NavigateOptions, type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset'> & { to: To }

/**
 * A link within the site. The router's own link adds preloading for frameworks, which this site does not use
 * (docs/decisions/002-first-page-budget.md).
 */
export function Link({ to, replace, state, preventScrollReset, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, preventScrollReset, target: rest.target })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) go(event)
      }}
    />
  )
}

/** A link that is marked on the page that it leads to, and unless `end` is given also on those below it. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const target = useResolvedPath(rest.to).pathname
  const { pathname } = useLocation()
  const current = pathname === target || (!end && pathname.startsWith(`${target}/`))
  return <Link {...rest} aria-current={current ? 'page' : undefined} />
}
