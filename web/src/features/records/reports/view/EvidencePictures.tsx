import { Modal, UnstyledButton } from '@mantine/core'
import { getReportPicture, type PictureSize } from '@tenfour/contract'
import { useState } from 'react'
import { callForFile } from '../../../../platform/api/client.ts'
import { usePictureAddress } from '../../../people/pictures/pictures.port.ts'
import { Row } from '../../../../ui/layout.tsx'
import classes from './ReportView.module.css'

/** A picture of evidence as an image's address. It never changes, so its id says which it is. */
export const useEvidencePicture = (pictureId: number, size: PictureSize): string | undefined =>
  usePictureAddress(['report-picture', pictureId, size], String(pictureId), (signal) =>
    callForFile(getReportPicture, { params: { pictureId, size }, quiet: true, signal }),
  )

type EvidencePicturesProps = { pictureIds: readonly number[]; of: string }

/** Small, and large in a dialog. */
export function EvidencePictures({ pictureIds, of }: EvidencePicturesProps) {
  const [enlarged, setEnlarged] = useState<number | null>(null)
  if (pictureIds.length === 0) return null
  return (
    <Row as="span" style={{ flex: '1 0 100%', margin: '4px 0 2px' }}>
      {pictureIds.map((pictureId, at) => (
        <UnstyledButton
          key={pictureId}
          className={classes.picture}
          aria-label={`Enlarge picture ${at + 1} of ${pictureIds.length}: ${of}`}
          onClick={() => setEnlarged(pictureId)}
        >
          <Thumbnail pictureId={pictureId} />
        </UnstyledButton>
      ))}
      <Modal
        opened={enlarged !== null}
        onClose={() => setEnlarged(null)}
        title={of}
        size="auto"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {enlarged !== null && <Enlarged pictureId={enlarged} of={of} />}
      </Modal>
    </Row>
  )
}

function Thumbnail({ pictureId }: { pictureId: number }) {
  const src = useEvidencePicture(pictureId, 'thumbnail')
  return src === undefined ? null : <img src={src} alt="" />
}

function Enlarged({ pictureId, of }: { pictureId: number; of: string }) {
  const small = useEvidencePicture(pictureId, 'thumbnail')
  const src = useEvidencePicture(pictureId, 'full') ?? small
  return src === undefined ? <p>Loading…</p> : <img className={classes.enlarged} src={src} alt={of} />
}
