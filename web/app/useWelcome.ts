import { useEffect } from 'react'
import { takeNewAccount } from '../lib/new-account.ts'
import { toast } from '../lib/toast.ts'

/** Confirms a new account on the first page after sign-up, also to screen readers. */
export function useWelcome(): void {
  useEffect(() => {
    if (takeNewAccount()) toast('Welcome! Your account is ready.')
  }, [])
}
