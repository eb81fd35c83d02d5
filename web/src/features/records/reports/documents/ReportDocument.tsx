import { REPORT_KINDS } from '@tenfour/contract'
import { portalConfig } from '../../../../platform/config/config.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { duration } from '../../../../platform/format/durations.ts'
import { custodyWords } from '../view/report.labels.ts'
import { useEvidencePicture } from '../view/EvidencePictures.tsx'
import { money } from '../../../../platform/format/text.ts'
import { useImposes } from '../imposed.ts'
import type { DocumentData } from './document-data.ts'
import { DocumentMark, footerRules } from './DocumentFrame.port.tsx'
import classes from './ReportDocument.module.css'

/** A report on paper: black on white in any theme, A4 or Letter. */
export function ReportDocument({ data, printedAt }: { data: DocumentData; printedAt: Date }) {
  const { title, number, department, isCopy, mark, markText, facts, texts, people, vehicles, evidence, penalties, signatures } = data
  const community = portalConfig().communityName
  return (
    <article className={classes.paper}>
      <style>{footerRules({ left: [number ?? title, community].join(' · '), printedAt: `Printed ${dateTime(printedAt)}` })}</style>
      {mark && <DocumentMark mark={mark} />}
      <header className={classes.head}>
        <div>
          <p className={classes.community}>{community}</p>
          <p className={classes.department}>{department}</p>
        </div>
        <div className={classes.right}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.number}>{number ?? 'No number yet'}</p>
          {isCopy && <p className={classes.copy}>Copy for the person concerned</p>}
        </div>
      </header>
      {mark && (
        <p className={classes.state}>
          <strong>{mark}</strong>
          {markText && ` · ${markText}`}
        </p>
      )}
      <dl className={classes.facts}>
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Charges data={data} />
      {texts.map(({ name, text }) => (
        <section key={name} className={classes.section}>
          <h2>{name}</h2>
          {text.split(/\n{2,}/u).map((paragraph, at) => (
            // oxlint-disable-next-line no-array-index-key -- the list never changes
            <p key={at} className={classes.text}>
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      {people.length > 0 && (
        <section className={classes.section}>
          <h2>People</h2>
          <Rows columns={['Role', 'Name']} rows={people.map(({ name, text }) => [name, text])} />
        </section>
      )}
      {vehicles.length > 0 && (
        <section className={classes.section}>
          <h2>Vehicles</h2>
          <Rows columns={['Plate', 'Model', 'Colour']} rows={vehicles.map(({ plate, model, colour }) => [plate, model, colour])} />
        </section>
      )}
      {evidence.length > 0 && (
        <section className={classes.section}>
          <h2>Evidence</h2>
          <ol className={classes.evidence}>
            {evidence.map((item, at) => (
              // oxlint-disable-next-line no-array-index-key -- the list never changes
              <li key={at}>
                {item.text}
                {custodyWords(item) && <span className={classes.soft}>, {custodyWords(item)}</span>}
                {item.pictureIds.length > 0 && (
                  <span className={classes.pictures}>
                    {item.pictureIds.map((pictureId) => (
                      <Picture key={pictureId} pictureId={pictureId} of={item.text} />
                    ))}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
      {penalties.length > 0 && (
        <section className={classes.section}>
          <h2>{penalties.map(({ name }, at) => (at === 0 ? name : name.toLowerCase())).join(' and ')}</h2>
          <Rows columns={[]} rows={penalties.map(({ name, text }) => [name, text])} />
        </section>
      )}
      <div className={classes.signatures}>
        {signatures.map(({ role, name, at }) => (
          <div key={role} className={classes.signature}>
            <span className={classes.name}>{name}</span>
            <span className={classes.role}>
              {role}
              {at && `, ${dateTime(at)}`}
            </span>
          </div>
        ))}
      </div>
      <footer className={classes.foot}>Printed {dateTime(printedAt)}</footer>
    </article>
  )
}

function Charges({ data: { kind, charges, totals } }: { data: DocumentData }) {
  const { fine, jail, points } = useImposes(kind)
  if (!REPORT_KINDS[kind].hasOffences || charges.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>Offences</h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Offence</th>
            <th scope="col">Type</th>
            <th scope="col" data-number>
              Counts
            </th>
            {fine && (
              <th scope="col" data-number>
                Fine
              </th>
            )}
            {jail && (
              <th scope="col" data-number>
                Jail
              </th>
            )}
            {points && (
              <th scope="col" data-number>
                Points
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {charges.map((charge) => (
            <tr key={charge.revisionId}>
              <td data-code>{charge.code}</td>
              <td data-wide>{charge.title}</td>
              <td>{charge.type}</td>
              <td data-number>{charge.counts}</td>
              {fine && <td data-number>{money(charge.fine)}</td>}
              {jail && <td data-number>{duration(charge.jailMinutes)}</td>}
              {points && <td data-number>{charge.points * charge.counts}</td>}
            </tr>
          ))}
          {(fine || jail || points) && (
            <tr data-total>
              <td colSpan={4}>Total</td>
              {fine && <td data-number>{money(totals.fine)}</td>}
              {jail && <td data-number>{duration(totals.jailMinutes)}</td>}
              {points && <td data-number>{totals.points}</td>}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

function Rows({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table className={classes.table} data-plain>
      {columns.length > 0 && (
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((cells, at) => (
          // oxlint-disable-next-line no-array-index-key -- the list never changes
          <tr key={at}>
            {cells.map((cell, index) => (
              // oxlint-disable-next-line no-array-index-key -- the list never changes
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Picture({ pictureId, of }: { pictureId: number; of: string }) {
  const src = useEvidencePicture(pictureId, 'thumbnail')
  return src === undefined ? null : <img src={src} alt={of} />
}
