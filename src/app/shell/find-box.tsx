import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FindChoice, personQuery } from '../../map-record/find-box/find-choice.ts'
import { FindInput } from '../../map-record/find-box/find-input.tsx'
import { useMapWays } from '../pages/use-map-ways.ts'
import classes from './map-search.module.css'

interface FindBoxProps {
  readonly takesFocus?: boolean
  /** Something was found, or given up. */
  readonly onDone?: () => void
}

/** The search over all maps in the head of a page: what is picked opens, Enter leads to the search page. */
export function FindBox({ takesFocus = false, onDone }: FindBoxProps) {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const { onMap, onPlace } = useMapWays()
  const [text, setText] = useState('')
  const look = (q: string) => void navigate({ to: '/search', search: { q } })
  const done = () => {
    setText('')
    onDone?.()
  }
  const choose = (choice: FindChoice) => {
    done()
    if (choice.kind === 'map') onMap(choice.map)
    else if (choice.kind === 'place') onPlace(choice.place)
    else look(personQuery(choice.name))
  }
  return (
    <search className={classes.find}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() === '') return
          done()
          look(text.trim())
        }}
      >
        <FindInput
          label={t('box.label')}
          placeholder={t('box.placeholder')}
          value={text}
          onChange={setText}
          onChoose={choose}
          takesFocus={takesFocus}
          {...(onDone && { onLeave: onDone })}
        />
      </form>
    </search>
  )
}
