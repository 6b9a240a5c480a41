import { Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { useRequireLogin } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { SuggestDialog } from './SuggestDialog.tsx'

/** Lets a member suggest a challenge; visitors are asked to log in [1 §6]. */
export function SuggestButton() {
  const forMembers = useRequireLogin()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Lightbulb} onClick={() => forMembers(() => setOpen(true))}>
        Suggest a challenge
      </Button>
      {isOpen && <SuggestDialog onClose={() => setOpen(false)} />}
    </>
  )
}
