### Ce que dit Ayla en français du Kalah seulement.

## Le jeu

summary-kalah = Deux rangées de six cases, quatre graines dans chacune : le mancala le plus connu dans le monde. On sème aussi dans son propre grenier, et l'on rejoue quand la dernière graine y tombe. Quand elle tombe dans une case vide de son camp, on récolte la case d'en face. Qui a le plus de graines gagne.

## Préréglages : un titre, et leur usage

preset-kalah-default = Kalah
    .summary = Six cases par rangée, quatre graines par case.
preset-kalah-six-seeds = Six graines
    .summary = Six graines par case.
preset-kalah-empty-capture = Récolte à vide
    .summary = La dernière graine, tombée dans une case vide de son camp, est récoltée même si la case d'en face est vide.

## Options

option-kalah-empty-capture = La dernière graine, tombée dans une case vide de son propre camp, va au grenier même si la case d'en face est vide.
option-kalah-houses = Le nombre de cases par rangée.
option-kalah-seeds = Les graines par case au début.

## Règles

ruling-KA-1 = Un coup sème toutes les graines d'une case dans le sens inverse des aiguilles d'une montre, sans sauter cette case.
ruling-KA-2 = On sème dans son propre grenier, jamais dans celui de l'adversaire.
ruling-KA-3 = On rejoue quand la dernière graine tombe dans son propre grenier.
ruling-KA-4 = La dernière graine, tombée dans une case vide de son camp, est récoltée avec les graines de la case d'en face.
ruling-KA-5 = La dernière graine, tombée dans une case vide de son camp, est récoltée même si la case d'en face est vide.
ruling-KA-6 = Quand une rangée est vide après un coup, la partie est finie et chaque camp prend les graines de ses cases.

## Où en est la partie

ending-empty-row = rangée vide
ended-empty-row = Une rangée est vide.

## La page sur laquelle on joue

option-title-empty-capture = Récolte à vide

## Leçons de la page. Elles tutoient : ce sont des enfants aussi qui apprennent.

page-lesson-kalah-sow = Joue la case 2 : touche-la ou clique dessus.
    .title = Semer
    .rule = Tu joues Sud : la rangée du bas est la tienne. Pour jouer une case, tu ramasses toutes ses graines et tu les sèmes une par une dans les cases qui suivent, vers la droite.
page-lesson-kalah-store = Sème une graine dans ton grenier.
    .title = Ton grenier
    .rule = Le grenier de droite est le tien. Après ta dernière case, tu y sèmes une graine, puis tu continues chez Nord. À la fin, c'est le grenier le plus rempli qui gagne.
page-lesson-kalah-round = Joue la case de 8 graines.
    .title = Le tour du plateau
    .rule = Tu sèmes dans ton grenier, mais jamais dans celui de Nord, à gauche : après la dernière case de Nord vient ta case 1.
page-lesson-kalah-again = Joue une case dont la dernière graine tombe dans ton grenier.
    .title = Rejouer
    .rule = Si ta dernière graine tombe dans ton grenier, tu rejoues. Compte : combien de graines faut-il à chaque case pour finir là ?
page-lesson-kalah-order = Les cases 5 et 6 finissent toutes les deux dans ton grenier. Joue celle qui te laisse l'autre pour le coup suivant.
    .title = Dans le bon ordre
    .rule = Tu peux rejouer plusieurs fois de suite. Attention à l'ordre : avec une graine de plus, une case ne finit plus dans ton grenier.
page-lesson-kalah-twice = C'est encore à toi. Finis une fois de plus dans ton grenier.
    .title = Et encore
    .rule = Chaque fois, c'est un nouveau coup, et il n'y a pas de limite : tant que tu finis dans ton grenier, tu continues.
page-lesson-kalah-capture = Récolte quatre graines chez Nord.
    .title = Récolter en face
    .rule = Si ta dernière graine tombe dans une de tes cases qui était vide, tu la récoltes avec toutes les graines de la case d'en face, chez Nord. Elles vont dans ton grenier.
page-lesson-kalah-nothing = Récolte trois graines chez Nord.
    .title = Rien en face
    .rule = Si la case d'en face est vide, tu ne récoltes rien : ta dernière graine reste où elle est tombée. Regarde en face avant de jouer.
page-lesson-kalah-empty = Récolte ta dernière graine, et rien d'autre.
    .title = Récolte à vide
    .rule = Il existe une règle de plus : ta dernière graine, tombée dans une de tes cases vides, va dans ton grenier même si la case d'en face est vide. C'est avec cette règle que tu joues ici.
page-lesson-kalah-end = Récolte les dernières graines de Nord et gagne.
    .title = La fin
    .rule = Dès qu'une rangée est vide, la partie est finie. Chacun prend les graines qui restent dans sa rangée. Qui a le plus de graines gagne.
page-lesson-kalah-start = Joue la case dont la dernière graine tombe dans ton grenier.
    .title = Tout le plateau
    .rule = La partie commence avec quatre graines par case. Une de tes cases finit déjà dans ton grenier : tu peux rejouer tout de suite.

## La page d'accueil

door-kalah = Le mancala que le monde entier connaît. W. J. Champion en a fixé les règles aux États-Unis vers 1940.
    .wins = Finissez dans votre grenier pour rejouer. Qui a le plus de graines dans son grenier gagne.
