import { Slider, type SliderProps } from '@mantine/core'

interface PageSliderProps extends SliderProps {
  readonly min: number
  readonly max: number
  readonly value: number
  readonly onChange: (value: number) => void
  /** What Page Up and Page Down change. */
  readonly pageStep: number
}

/** A slider that Page Up and Page Down move by larger steps, as sliders are expected to; Mantine's know neither. */
export function PageSlider({ pageStep, className, ...slider }: PageSliderProps) {
  const { min, max, value, onChange, onChangeEnd } = slider
  return (
    <div
      role="presentation"
      className={className}
      onKeyDown={(event) => {
        const way = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0
        if (way === 0) return
        event.preventDefault()
        const next = Math.min(max, Math.max(min, value + way * pageStep))
        onChange(next)
        onChangeEnd?.(next)
      }}
    >
      <Slider {...slider} />
    </div>
  )
}
