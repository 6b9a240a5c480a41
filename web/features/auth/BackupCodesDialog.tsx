import { Copy, Download } from 'lucide-react'
import { useMemo } from 'react'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { useObjectUrl } from '../../lib/object-url.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import styles from './form-page.module.css'

type BackupCodesDialogProps = { codes: readonly string[]; onClose: () => void }

/** Shows new backup codes, to copy or download. Only its button closes it, because they are not shown again. */
export function BackupCodesDialog({ codes, onClose }: BackupCodesDialogProps) {
  const nickname = useUser()?.nickname ?? ''
  const text = `${PRODUCT_NAME} backup codes of ${nickname}\nEach one logs you in once.\n\n${codes.join('\n')}\n`
  const file = useMemo(() => new File([text], 'backup-codes.txt', { type: 'text/plain' }), [text])
  const url = useObjectUrl(file)
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast('Codes copied'),
      () => toastFailure('The codes couldn’t be copied. Download them instead.'),
    )
  return (
    <Modal
      title="Your backup codes"
      dismissable={false}
      onClose={onClose}
      actions={
        <>
          <Button icon={Copy} onClick={() => void copy()}>
            Copy
          </Button>
          {url && (
            <ButtonLink icon={Download} href={url} download={`${PRODUCT_NAME.toLowerCase()}-backup-codes.txt`}>
              Download
            </ButtonLink>
          )}
          <Button variant="primary" onClick={onClose}>
            I’ve saved them
          </Button>
        </>
      }
    >
      <p>
        If your logins ever fail, your nickname and one of these codes log you in. Each one works once. Keep them
        somewhere safe: they aren’t shown again.
      </p>
      <ul className={styles.codes} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  )
}
