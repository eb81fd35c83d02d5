import type { Warrant, WarrantContent } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { portalConfig } from '../../../../platform/config/config.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { DocumentMark, footerRules } from '../../../records/reports/documents/DocumentFrame.port.tsx'
import { actorWords, stateAt } from '../warrant.labels.ts'
import {
  bailWords,
  chargeWords,
  commandOf,
  DOCUMENT_TITLES,
  expiryWords,
  markOf,
  markText,
  paragraphsOf,
  subjectLine,
  supportWords,
} from './document.labels.ts'
import classes from './WarrantDocument.module.css'

type Report = WarrantContent['reports'][number]
type WarrantDocumentProps = {
  warrant: Warrant
  now: Date
  /** Set where it is printed; on the page, beside its state and its acts, it is not. */
  printedAt?: Date
  /** The name of a supporting report, where it can be opened. */
  renderReport?: (report: Report) => ReactNode
}

/** A warrant on paper: black on white in any theme, A4 or Letter. The affidavit in support follows on a page of its own. */
export function WarrantDocument({ warrant, now, printedAt, renderReport }: WarrantDocumentProps) {
  const { number, type, content, writer, department, signer, signedAt, submittedAt } = warrant
  const community = portalConfig().communityName
  const state = stateAt(warrant, now)
  const mark = markOf(state)
  const { name, detail } = subjectLine(content.subject)
  const { before, after, command } = commandOf(content)
  const support = supportWords(warrant)
  // Where it is printed it is the whole page.
  const [Title, Heading] = printedAt ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const)
  return (
    <article
      className={classes.paper}
      data-printed={printedAt !== undefined || undefined}
      aria-label={`${DOCUMENT_TITLES[type]} ${number}`}
    >
      {printedAt && <style>{footerRules({ left: `${number} · ${community}`, printedAt: `Printed ${dateTime(printedAt)}` })}</style>}
      {printedAt && mark && <DocumentMark mark={mark} />}
      <header className={classes.head}>
        <Title className={classes.court}>{warrant.court || `Superior Court of ${community}`}</Title>
        <p>
          {DOCUMENT_TITLES[type]} <strong className={classes.number}>{number}</strong>
        </p>
        {warrant.isConfidential && <p className={classes.confidential}>Confidential until served</p>}
      </header>
      {printedAt && mark && (
        <p className={classes.state}>
          <strong>{mark}</strong> {markText({ ...warrant, state })}
        </p>
      )}
      <p>
        To any peace officer: proof by affidavit having been made before this court by{' '}
        <strong>{[actorWords(writer), department].filter(Boolean).join(', ')}</strong>, {before}
      </p>
      <p className={classes.subject}>
        <strong>{name}</strong>
        {detail && `, ${detail}`}
      </p>
      <p>{after}</p>
      {type === 'search' && (
        <>
          <p className={classes.searchFor}>{content.searchFor}</p>
          {content.charges.length > 0 && <p>It is evidence of {content.charges.length === 1 ? 'the offence:' : 'the offences:'}</p>}
        </>
      )}
      <Charges charges={content.charges} />
      {/* Nothing is signed on a page that does not say what is commanded. */}
      <div className={classes.end}>
        <p>{command}</p>
        <p>
          {bailWords({ ...warrant, state })} {expiryWords({ ...warrant, state })}
        </p>
        {support && <p className={classes.support}>{support}</p>}
        <div className={classes.signatures}>
          <Signature by="Affiant" name={actorWords(writer)} signed={writer.name} at={submittedAt} />
          {signer && signedAt ? (
            <Signature by="Judge" name={actorWords(signer)} signed={signer.name} at={signedAt} />
          ) : (
            <Signature by="Judge" name={state === 'denied' ? 'denied' : 'signature pending'} at={null} />
          )}
        </div>
      </div>
      <Return warrant={warrant} Heading={Heading} />
      <Annex warrant={warrant} renderReport={renderReport} Heading={Heading} />
    </article>
  )
}

function Charges({ charges }: { charges: WarrantContent['charges'] }) {
  if (charges.length === 0) return null
  return (
    <ul className={classes.charges}>
      {charges.map((charge) => (
        <li key={charge.revisionId}>
          <strong>
            {charge.code} {charge.title}
          </strong>{' '}
          ({chargeWords(charge)})
        </li>
      ))}
    </ul>
  )
}

type SignatureProps = { by: string; name: string; signed?: string; at: string | null }

/** Signed as courts do it on paper that nobody has written on by hand: '/s/ Vera Oakes'. */
const Signature = ({ by, name, signed, at }: SignatureProps) => (
  <div className={classes.signature}>
    <span className={classes.hand}>{signed && `/s/ ${signed}`}</span>
    <span>
      {by}: {name}
    </span>
    {at && <span>{dateTime(at)}</span>}
  </div>
)

type PartProps = Pick<WarrantDocumentProps, 'warrant' | 'renderReport'> & { Heading: 'h2' | 'h3' }

function Return({ warrant: { return: served }, Heading }: PartProps) {
  if (!served) return null
  const { servedAt, location, postal, by, officers, isArrested, text } = served
  return (
    <section className={classes.section}>
      <Heading>Return</Heading>
      <p>
        Served {dateTime(servedAt)} at {[location, postal].filter(Boolean).join(', ')} by {[by, ...officers].map(actorWords).join('; ')}.
        {isArrested && ' The person named was arrested.'}
      </p>
      <p className={classes.text}>{text}</p>
    </section>
  )
}

/** The affidavit and what supports it, for those who get it. */
function Annex({ warrant: { number, content, writer, submittedAt, hasAffidavit }, renderReport, Heading }: PartProps) {
  if (!hasAffidavit) return null
  const { affidavit, callId, callTitle, reports, evidence } = content
  return (
    <section className={classes.annex}>
      <Heading className={classes.annexTitle}>
        Affidavit in support of <span className={classes.number}>{number}</span>
      </Heading>
      {paragraphsOf(affidavit).map((paragraph, at) => (
        // oxlint-disable-next-line no-array-index-key -- the list never changes
        <p key={at} className={classes.text}>
          {paragraph}
        </p>
      ))}
      {callId !== null && (
        <div className={classes.section}>
          <Heading>Call</Heading>
          <p>
            <span className={classes.number}>{callId}</span> {callTitle}
          </p>
        </div>
      )}
      {reports.length > 0 && (
        <div className={classes.section}>
          <Heading>Reports</Heading>
          <ul className={classes.list}>
            {reports.map((report) => (
              <li key={report.reportId}>
                {renderReport ? renderReport(report) : <span className={classes.number}>{report.number}</span>} {report.about}
              </li>
            ))}
          </ul>
        </div>
      )}
      {evidence.length > 0 && (
        <div className={classes.section}>
          <Heading>Evidence</Heading>
          <ol className={classes.list}>
            {evidence.map((item) => (
              <li key={`${item.reportId} ${item.item}`}>
                {item.text} <span className={classes.soft}>({item.number})</span>
              </li>
            ))}
          </ol>
        </div>
      )}
      <div className={classes.signatures}>
        <Signature by="Sworn by" name={actorWords(writer)} signed={writer.name} at={submittedAt} />
      </div>
    </section>
  )
}
