import type { ComponentProps } from 'react'
import { type NavigateOptions, type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset'> & { to: To }

/**
 * Link within the site. The router's own Link includes prefetching, which would make the first page larger
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

/** Link that is marked on its own page and, unless `end` is set, on the pages below it. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const target = useResolvedPath(rest.to).pathname
  const { pathname } = useLocation()
  const current = pathname === target || (!end && pathname.startsWith(`${target}/`))
  return <Link {...rest} aria-current={current ? 'page' : undefined} />
}
