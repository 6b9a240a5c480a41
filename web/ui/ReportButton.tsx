import { Flag } from 'lucide-react'
import { useState } from 'react'
import { useRequireLogin } from '../lib/session.ts'
import { Button } from './Button.tsx'
import { ReportDialog } from './ReportDialog.tsx'

type ReportButtonProps = {
  title: string
  /** Explains what staff will see. */
  hint: string
  onReport: (details: string) => Promise<unknown>
}

/** Button that reports a thing to staff. Visitors log in first. */
export function ReportButton({ title, hint, onReport }: ReportButtonProps) {
  const requireLogin = useRequireLogin()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Flag} onClick={() => requireLogin(() => setOpen(true))}>
        Report
      </Button>
      {isOpen && (
        <ReportDialog title={`Report ${title}?`} hint={hint} onReport={onReport} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
