import { CallError } from './call.ts'
import { toastFailure } from './toast-failure.ts'

/**
 * Reloads the page after a rating or vote was refused [1 §8]. Shows a toast instead at a limit, whose reason would be
 * lost, without a reply, which may come after a minute, and if the member has left `address`, where they voted.
 */
export function reloadAfterRefusal(error: unknown, address: string | undefined): void {
  const isRefused = error instanceof CallError && error.status !== 0 && !isLimit(error)
  if (isRefused && location.href === address) location.reload()
  else toastFailure(error)
}

const isLimit = ({ status, code }: CallError) => status === 429 || code.endsWith('_limit')
