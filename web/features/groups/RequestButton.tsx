import { Users } from 'lucide-react'
import { useState } from 'react'
import { useRequireLogin } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const RequestDialog = lazyComponent(() => import('./RequestDialog.tsx'), 'RequestDialog')

/** Button that opens the form for a group request. Visitors log in first [2 §2]. */
export function RequestButton() {
  const [member, setMember] = useState<{ id: number } | null>(null)
  const requireLogin = useRequireLogin()
  return (
    <>
      <Button icon={Users} onClick={() => requireLogin(setMember)}>
        Request a group
      </Button>
      {member && <RequestDialog userId={member.id} onClose={() => setMember(null)} />}
    </>
  )
}
