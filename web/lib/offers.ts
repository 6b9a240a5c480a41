import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInPath, useUser } from './session.ts'

/** Actions that need a login. Offered again after a visitor has logged in, but never carried out automatically. */
export type Offer =
  | 'heart'
  | 'rules'
  | 'collect'
  | 'report'
  | 'piggy'
  | 'group'
  | 'nominate'
  | 'enter'
  | 'suggest'
  | `fan-${number}`

const PARAMETER = 'offer'

/** Returns the address where signing in starts. It returns to this page, which then offers the action. */
export function signInToOffer(offer: Offer): string {
  const params = new URLSearchParams(location.search)
  params.set(PARAMETER, offer)
  return signInPath(`${location.pathname}?${params}`)
}

/**
 * Calls `onOffer` once after a member has signed in, and removes the offer from the address. `isReady` is false until
 * the member's state, such as a given heart, has loaded.
 */
export function useOffer(offer: Offer, onOffer: () => void, isReady = true): void {
  const user = useUser()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const latest = useRef(onOffer)
  latest.current = onOffer
  useEffect(() => {
    const params = new URLSearchParams(search)
    if (user === undefined || !isReady || params.get(PARAMETER) !== offer) return
    params.delete(PARAMETER)
    void navigate({ pathname, search: `${params}`, hash }, { replace: true, preventScrollReset: true })
    if (user) latest.current()
  }, [user, isReady, offer, pathname, search, hash, navigate])
}
