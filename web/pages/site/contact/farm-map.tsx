import { useEffect, useState } from 'react';
import { sketchMap } from '#content/farm.ts';
import { useFarm } from '#web/session/client-config.ts';
import sketch from './farm-map.svg';
import { MapLabels } from './map-labels.tsx';
import { embeddedMap, hostPicture } from './map-links.ts';

/**
 * Our own sketch if the pin is where it was drawn, with the live map on top once it works. An iframe can't tell a map from the browser's error page,
 * so the map only shows after a picture from the same host has loaded.
 */
export function FarmMap() {
  const { brand, pin } = useFarm();
  const isDrawn = pin.latitude === sketchMap.pin.latitude && pin.longitude === sketchMap.pin.longitude;
  const [mounted, setMounted] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const visible = useReachable(hostPicture) && loaded;
  useEffect(() => setMounted(true), []);
  return (
    <div className="farm-map">
      {isDrawn && (
        <>
          <img src={sketch} alt={sketchMap.alt} width="840" height="640" />
          <MapLabels />
        </>
      )}
      <span className="farm-map-name" aria-hidden="true">
        {brand}
      </span>
      {mounted && (
        <iframe
          inert={!visible}
          className={visible ? 'farm-map-visible' : undefined}
          title={`Map: ${brand} and the roads around it`}
          src={embeddedMap(pin)}
          loading="lazy"
          sandbox="allow-scripts allow-same-origin allow-popups"
          onLoad={() => setLoaded(true)}
        />
      )}
    </div>
  );
}

function useReachable(picture: string): boolean {
  const [reachable, setReachable] = useState(false);
  useEffect(() => {
    const probe = new Image();
    probe.onload = () => setReachable(true);
    probe.src = picture;
    return () => {
      probe.onload = null;
    };
  }, [picture]);
  return reachable;
}
