import { Lightbulb } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useRequireLogin } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const SuggestDialog = lazyPart(async () => ({ default: (await import('./SuggestDialog.tsx')).SuggestDialog }))

/** Lets a member suggest a challenge; visitors are asked to log in [1 §6]. */
export function SuggestButton() {
  const forMembers = useRequireLogin()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Lightbulb} onClick={() => forMembers(() => setOpen(true))}>
        Suggest a challenge
      </Button>
      <Suspense>{isOpen && <SuggestDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
