import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { takeNewAccount } from '../lib/new-account.ts'
import { toast } from '../lib/toast.ts'

/** Confirms a new account on the first page after sign-up, also to screen readers. */
export function useWelcome(): void {
  const { pathname } = useLocation()
  const isSigningUp = pathname === '/welcome'
  useEffect(() => {
    if (!isSigningUp && takeNewAccount()) toast('Welcome! Your account is ready.')
  }, [isSigningUp])
}
