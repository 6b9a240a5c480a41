import { useState } from 'react'
import { useNavigate } from 'react-router'
import { encodeBoardPng } from '../../../contract/board/board-png.ts'
import { BOARD } from '../../../contract/limits.ts'
import { drawnByText } from '../../lib/messages/whiteboard.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { handOffUpload } from '../uploads/upload-handoff.ts'
import type { Authors } from './artists/useAuthors.ts'
import type { BoardSession } from './session/board-session.ts'

type SketchDialogProps = { session: BoardSession; authors: Authors; onClose: () => void }

/** Downloads a picture of the board, or hands it over to the upload page. */
export function SketchDialog({ session, authors, onClose }: SketchDialogProps) {
  // The board as it was when the dialog opened.
  const [{ picture, shown }] = useState(() => ({ picture: pictureOf(session), shown: session.shown }))
  const [isPosting, setPosting] = useState(false)
  const navigate = useNavigate()
  const download = async () => {
    const file = await picture
    const url = URL.createObjectURL(file)
    Object.assign(document.createElement('a'), { href: url, download: file.name }).click()
    URL.revokeObjectURL(url)
    onClose()
  }
  const post = async () => {
    setPosting(true)
    // Without the artists' names the picture can still be posted.
    const artists = await authors.listArtistsIn(shown).catch(() => [])
    const names = artists.map(({ nickname }) => nickname)
    handOffUpload([await picture], names.length > 0 ? { description: drawnByText(names) } : {})
    void navigate('/upload')
  }
  const actions = (
    <>
      <Button onClick={() => void download()}>Download</Button>
      <Button variant="primary" busy={isPosting} onClick={() => void post()}>
        Post as a sketch
      </Button>
    </>
  )
  return (
    <Modal isOpen onClose={onClose} title="Download as sketch" actions={actions}>
      <p>{`The board as it is now, as a picture of ${BOARD.width} by ${BOARD.height} pixels.`}</p>
      <p>Posting opens the upload page, where you can still change everything.</p>
    </Modal>
  )
}

async function pictureOf({ layer }: BoardSession): Promise<File> {
  const name = `whiteboard-${new Date().toISOString().slice(0, 10)}.png`
  return new File([await encodeBoardPng(layer.pixels)], name, { type: 'image/png' })
}
