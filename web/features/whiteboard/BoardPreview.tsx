import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { BOARD_PICTURE_PATH } from '../../../contract/board/preview.ts'
import { BOARD } from '../../../contract/limits.ts'
import { whiteboardMessages } from '../../lib/messages/whiteboard.ts'
import { toast } from '../../lib/toast.ts'
import { LoginButton } from '../../ui/LoginButton.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { BoardHeader } from './BoardHeader.tsx'
import styles from './Whiteboard.module.css'

/** Delay before an account without access is sent home [2 §2 Whiteboard]. */
const HOME_AFTER_MS = 250

/** Picture of the board for visitors. */
export function BoardPreview() {
  return (
    <>
      <BoardHeader />
      <div className={styles.preview}>
        <BoardPicture alt="Shared drawing" />
        <p>{whiteboardMessages.loginNeeded}</p>
        <LoginButton />
      </div>
    </>
  )
}

/** Picture of the board behind the join dialog, below the `line` with the rules, and while the board loads. */
export function BoardBackground({ isWaiting, line }: { isWaiting?: boolean; line?: ReactNode }) {
  return (
    <>
      <BoardHeader />
      <div className={styles.preview}>
        {line}
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

/** Message for an account that may not draw, which then leads to the home page. */
export function NoAccess() {
  const navigate = useNavigate()
  useEffect(() => {
    toast(whiteboardMessages.noAccess, { kind: 'error' })
    const leave = setTimeout(() => void navigate('/', { replace: true }), HOME_AFTER_MS)
    return () => clearTimeout(leave)
  }, [navigate])
  return <BoardHeader />
}
