import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { takeGreeting } from '../lib/greeting.ts'
import { toast } from '../lib/toast.ts'

/** Confirms a new or recovered account on the first page after the login, also to screen readers. */
export function useWelcome(): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isSigningUp = pathname === '/welcome'
  useEffect(() => {
    if (isSigningUp) return
    const login = takeGreeting()
    const seeSessions = { label: 'See your sessions', onAction: () => void navigate('/sessions') }
    if (login === 'new') toast('Welcome! Your account is ready.')
    else if (login === 'recovered') toast('Welcome back! You’re logged in again.', { action: seeSessions })
  }, [isSigningUp, navigate])
}
