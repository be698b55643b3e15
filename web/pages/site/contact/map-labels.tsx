import { sketchMap } from '#content/farm.ts';

/** Names of road and water, in the page's own type: a picture can't use it. Cropped like the sketch below. */
export function MapLabels() {
  return (
    <svg className="map-labels" viewBox="0 0 840 640" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path id="map-levee" fill="none" d="M-20 423c130-30 200 50 322 12s168-150 320-138 166-62 236-82" />
      <path id="map-slough" fill="none" d="M330 484c40 60 110 48 190 64s150 60 190 120" />
      <text>
        <textPath href="#map-levee" startOffset="51%">
          {sketchMap.road}
        </textPath>
      </text>
      <text dy="6">
        <textPath href="#map-slough" startOffset="92">
          {sketchMap.water}
        </textPath>
      </text>
    </svg>
  );
}
