import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { BOARD_PICTURE_PATH } from '../../../contract/http/whiteboard.ts'
import { BOARD } from '../../../contract/limits.ts'
import { whiteboardMessages } from '../../lib/messages/whiteboard.ts'
import { signInAddress } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { BoardHeader } from './BoardHeader.tsx'
import styles from './Whiteboard.module.css'

/** Whom the board is not for is told so, and is home after so long [2 §2 Whiteboard]. */
const HOME_AFTER_MS = 250

/** The board as it is for those who may only look at it; a ban has ended the session of who is suspended. */
export function Preview({ isSuspended }: { isSuspended?: boolean }) {
  return (
    <>
      <BoardHeader />
      <div className={styles.preview}>
        <BoardPicture alt="Shared drawing" />
        <p role={isSuspended ? 'alert' : undefined}>
          {isSuspended ? whiteboardMessages.suspended : whiteboardMessages.loginNeeded}
        </p>
        <ButtonLink href={signInAddress()} variant="primary">
          Login with Google
        </ButtonLink>
      </div>
    </>
  )
}

/** The board as a member sees it before they are let in; who waits for that is told so. */
export function BoardBackground({ isWaiting }: { isWaiting?: boolean }) {
  return (
    <>
      <BoardHeader />
      <div className={styles.preview}>
        <BoardPicture alt="" />
        {isWaiting && (
          <div className={styles.waiting}>
            <PageSpinner />
          </div>
        )}
      </div>
    </>
  )
}

const BoardPicture = ({ alt }: { alt: string }) => <img src={BOARD_PICTURE_PATH} alt={alt} {...BOARD} />

/** For an account that may not draw. */
export function NoAccess() {
  const navigate = useNavigate()
  useEffect(() => {
    toastFailure(whiteboardMessages.noAccess)
    const leave = setTimeout(() => void navigate('/', { replace: true }), HOME_AFTER_MS)
    return () => clearTimeout(leave)
  }, [navigate])
  return <BoardHeader />
}
