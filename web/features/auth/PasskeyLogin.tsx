import { KeyRound } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import { Ring } from '../../ui/Spinner.tsx'
import { hasPasskeys } from './has-passkeys.ts'
import { usePasskeySignIn } from './queries.ts'

/** Button with which a visitor logs in by a passkey and stays on this page. Absent in browsers without passkeys. */
export function PasskeyLogin({ className }: { className: string | undefined }) {
  const signIn = usePasskeySignIn()
  const isBusy = signIn.isPending || signIn.isSuccess
  if (!hasPasskeys()) return null
  return (
    <button type="button" className={className} aria-busy={isBusy} onClick={() => !isBusy && signIn.mutate()}>
      {isBusy ? <Ring size={16} inherit /> : <Icon of={KeyRound} />}
      Use a passkey
    </button>
  )
}
