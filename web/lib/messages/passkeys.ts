import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'

/** Message for a failed passkey operation, by the name of the browser's error. */
function browserMessageOf(error: unknown, cancelled: string): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'NotAllowedError' || name === 'AbortError') return cancelled
  return 'This browser or device couldn’t do that with a passkey.'
}

export const passkeyMessages = {
  added: 'Passkey added. You can now log in with it.',
  addFailed: (error: unknown) =>
    error instanceof CallError ? messageOf(error) : browserMessageOf(error, 'No passkey was added.'),
  signInFailed: (error: unknown) =>
    error instanceof CallError ? messageOf(error) : browserMessageOf(error, 'No passkey was used.'),
} as const
